const longest = 60_000

/** ms until the next try after `tries` in vain: 1 s, 2 s, 4 s … a minute, each shortened at random by up to half. */
export const backOff = (tries: number, random: number) => Math.min(longest, 1000 * 2 ** tries) * (1 - random / 2)
