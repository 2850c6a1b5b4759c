//! Colour scales of shades, as red, green and blue.

/// Red, green, blue.
pub type RgbTriple = (u8, u8, u8);

/// From near white to a deep blue in equal steps of lightness.
pub const BLUES: [RgbTriple; 6] = [
    (0xf1, 0xf6, 0xfb),
    (0xc9, 0xdd, 0xee),
    (0x90, 0xbf, 0xde),
    (0x4c, 0x95, 0xc8),
    (0x1c, 0x65, 0xa8),
    (0x08, 0x30, 0x6b),
];

/// The colour at `position`, 0..=1, between the stops of a scale.
pub fn shade(stops: &[RgbTriple], position: f64) -> RgbTriple {
    let last = stops.len() - 1;
    let position = if position.is_nan() { 0.0 } else { position };
    let at = position.clamp(0.0, 1.0) * last as f64;
    let low = (at as usize).min(last - 1);
    let share = at - low as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))).round() as u8;
    let (a, b) = (stops[low], stops[low + 1]);
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}
