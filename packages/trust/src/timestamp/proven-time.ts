/**
 * The time a token proves: genTime, give or take its accuracy (RFC 3161 2.4.2), in milliseconds; `digest` is the hash
 * of its imprint as node:crypto names it.
 */
export interface ProvenTime {
  time: number
  accuracy: number
  digest?: string
}

/** Before this the token was not made. */
export const earliestOf = ({ time, accuracy }: ProvenTime): number => time - accuracy

/** By this at the latest everything the token covers existed. */
export const latestOf = ({ time, accuracy }: ProvenTime): number => time + accuracy
