/** A yes or no as it travels (checklist C0.5). */
export const flagOf = (so: boolean): 0 | 1 => (so ? 1 : 0)
