//! cohesion
