"""Figures that move as files: GIF, WebP and MP4, frame by frame from the same drawing as the screen."""
