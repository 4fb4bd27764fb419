"""Settings, addresses, frames: what makes the apps one site. Nothing imports it."""
