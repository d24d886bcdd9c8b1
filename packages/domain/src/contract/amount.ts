/**
 * What a contract is about, in 分: as its initiator wrote it, and as a side that is bound by it may rely on. Null is
 * what nobody wrote, or what only another side did.
 */
export type ContractAmount = { readonly stated: number | null; readonly relied: number | null }

/** The amount as the initiator's own space, or another one, takes it. */
export const contractAmount = (stated: number | null, isOwn: boolean): ContractAmount => ({
  stated,
  relied: isOwn ? stated : null,
})

/**
 * The amount that a side's own rules go by: what it named itself, if it did, and never less than what the contract
 * says. Null, which no rule takes for small, when nobody it may rely on named one.
 */
export const amountToJudge = ({ stated, relied }: ContractAmount, named: number | null): number | null =>
  named === null ? relied : Math.max(named, stated ?? 0)
