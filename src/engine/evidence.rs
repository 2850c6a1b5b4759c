//! Thread of the evidence: the list of pairs with their passages, and the pairs with copied text.

use crossbeam_channel::Receiver;

use super::lane::Order;
use super::shared::Shared;

/// Serves requests until the channel closes.
pub fn work(_shared: &Shared, orders: &Receiver<Order>) {
    while orders.recv().is_ok() {}
}
