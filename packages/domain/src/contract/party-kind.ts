/** A party signs as a person or, by one of its people, as a company. */
export const partyKinds = ['person', 'company'] as const
export type PartyKind = (typeof partyKinds)[number]
