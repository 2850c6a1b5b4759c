//! The filter language of the lists: `of>20% words>50 from:orig_*`.
