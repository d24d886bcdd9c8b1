/** A party signs as a person or, by one of its people, as a company. */
export const partyKinds = ['person', 'company'] as const
/** As whom a party signs: a person for itself, or for a company. */
export type PartyKind = (typeof partyKinds)[number]
