/** A picture that a seal or signature is cut out of (domain 4.6). */
export const sealPicture = {
  megabytes: 5,
  kinds: ['png', 'jpeg'],
  /** Pixels that what is cut out should be wide: with fewer it looks ragged in print. */
  leastWidth: 300,
  /** Width over height, at least and at most. */
  ratio: [0.1, 10],
} as const
