/** Query keys of a company's members; `all` makes everything about them be read again. */
export const memberKeys = {
  all: ['members'],
  departments: ['members', 'departments'],
  transfer: ['members', 'transfer'],
  link: ['members', 'link'],
} as const
