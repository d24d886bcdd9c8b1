/** What pages call the kinds of spaces. */
export const kindWords = { company: '企业', person: '个人' } as const
