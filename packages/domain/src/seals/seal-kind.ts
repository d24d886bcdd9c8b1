/** What a seal is: a person's name seal or handwriting, a company's seal, or its legal representative's. */
export const sealKinds = ['person', 'handwrite', 'company', 'legal'] as const
/** A member of `sealKinds`. */
export type SealKind = (typeof sealKinds)[number]
