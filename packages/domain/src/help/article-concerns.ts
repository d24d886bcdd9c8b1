/** What is to be seen to: overtaken by the product's or begun; not the product's own; thought little of by readers. */
export const articleConcerns = ['todo', 'changed', 'poor'] as const
/** One of them. */
export type ArticleConcern = (typeof articleConcerns)[number]
