/**
 * Widths in px at which a window becomes the next kind: from there on up it is one. Style sheets write them as they are
 * in `min-width`, and less one in `max-width` (rule breakpoint).
 */
export const breakpoints = { tablet: 768, laptop: 1100, desktop: 1280, wide: 1440, broad: 1600 } as const
