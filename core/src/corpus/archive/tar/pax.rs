//! Records of extended headers, each with its length before it: values may have line ends.

/// The keys and values of the records in the order in which they stand; `None` if they are not built as they must be.
pub(super) fn records(mut bytes: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut records = Vec::new();
    while bytes.iter().any(|byte| *byte != 0) {
        let space = bytes.iter().position(|byte| *byte == b' ')?;
        let length: usize = std::str::from_utf8(&bytes[..space]).ok()?.parse().ok()?;
        let (record, rest) = bytes.split_at_checked(length)?;
        let record = record.get(space + 1..)?.strip_suffix(b"\n")?;
        let equals = record.iter().position(|byte| *byte == b'=')?;
        records.push((&record[..equals], &record[equals + 1..]));
        bytes = rest;
    }
    Some(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_as_long_as_it_says() {
        let all = b"19 comment=a\n9 b=c\n12 path=a/b\n";
        let expected: [(&[u8], &[u8]); 2] = [(b"comment", b"a\n9 b=c"), (b"path", b"a/b")];
        assert_eq!(records(all).unwrap(), expected);
        assert_eq!(records(b"6 a=b\n\0\0").unwrap().len(), 1);
        assert_eq!(records(b"").unwrap().len(), 0);
        for wrong in [
            &b"7 a=b\n"[..],
            b"5 a=b\n",
            b"x a=b\n",
            b"6 a b\n",
            b"0 a=b\n",
            b"99999999999999999999 a=b\n",
        ] {
            assert_eq!(records(wrong), None, "{wrong:?}");
        }
    }
}
