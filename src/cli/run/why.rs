//! `why`: collects the data for the explanation of one pair.

use anyhow::bail;
use serde_json::json;

use super::super::args;
use super::super::{compare, why};
use super::Run;
use super::described::MadeFrom;
use crate::candidates::{self, Identical};
use crate::config::Purpose;
use crate::engine;
use crate::engine::why::Subject;
use crate::evidence::CopiedTextConfig;
use crate::report::Format;
use crate::settings::KEPT_FROM;

impl Run<'_> {
    /// Explains why two documents are, or are not, in one cluster.
    pub(super) fn why(&self, asked: &args::Why) -> anyhow::Result<()> {
        let pair_search = &asked.grouping.pair_search.with_bands_shown();
        let (collection, pairs) = self.pairs(&asked.within, &asked.settings, pair_search)?;
        let a = compare::find(&collection, &asked.a)?;
        let b = compare::find(&collection, &asked.b)?;
        if a == b {
            bail!("{:?} is given twice; name two different documents", asked.a);
        }
        let settings = asked.settings.settings();
        let corpus = (&asked.within[..], settings.clone());
        let how = asked.decided.decided_different;
        let held_apart = self.apart(corpus, how, (&collection, &pairs, pair_search.threshold))?;
        let mut pairs = pairs.without(&collection, &held_apart);
        let method_config = pair_search.method_config(&settings.sketching)?;
        let clustering = self.clustering(&collection, &pairs, &asked.grouping);
        let apart = clustering.cluster_of[a.index()].is_none()
            || clustering.cluster_of[a.index()] != clustering.cluster_of[b.index()];
        // An index may know pairs further down than the answer needs: without one it is the same.
        let threshold = pair_search.threshold;
        pairs.raise_floor(if apart {
            KEPT_FROM.min(threshold)
        } else {
            threshold
        });
        let subject = Subject {
            collection: &collection,
            pairs: &pairs,
            clustering: &clustering,
        };
        let banding = engine::why::banding(&subject, &method_config);
        // The clusters are those at the threshold; where the two would join is searched below it.
        let deeper = (apart && pairs.info.floor > KEPT_FROM).then(|| {
            self.pool.install(|| {
                let representatives = pairs.representative.clone();
                let identical = Identical::from_representatives(&collection, representatives);
                let should_continue = || !self.cancel.stopped();
                let (from, to) = (threshold, KEPT_FROM);
                candidates::find(
                    &collection,
                    &identical,
                    &method_config,
                    from,
                    to,
                    &should_continue,
                )
                .without(&collection, &held_apart)
            })
        });
        self.should_continue()?;
        let subject = Subject {
            pairs: deeper.as_ref().unwrap_or(&pairs),
            ..subject
        };
        let explain = || engine::why::why(&subject, banding, a, b);
        let why = self.pool.install(explain);
        if pair_search.purpose() == Purpose::CopiedText && !why.is_pair {
            let config = CopiedTextConfig::default();
            self.talk.say(&config.beside_share(collection.unit()));
        }
        let ids = |doc| collection.printed_id(doc);
        if asked.output.format == Format::Csv {
            self.talk.say(&engine::why::verdict::verdict(&why));
        }
        let options = json!({
            "threshold": pair_search.threshold,
            "method": pairs.info.method.to_string(),
            "linkage": asked.grouping.linkage().to_string(),
        });
        let to = self.described("why", &MadeFrom::Corpus(&collection), options, asked.output)?;
        Ok(why::write(&why, &ids, to)?)
    }
}
