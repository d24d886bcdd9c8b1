/** So many contracts are voided within one request: of each an agreement is typeset and certified. */
export const voidedAtOnce = 10
