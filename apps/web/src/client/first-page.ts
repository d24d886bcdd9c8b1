/** The cursor of a list's first page, as the pages after it have theirs from the server. */
export const firstPage: string | null = null
