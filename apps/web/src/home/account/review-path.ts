function pathWith(search: string, way: string | null): string {
  const query = new URLSearchParams(search)
  if (way === null) query.delete('way')
  else query.set('way', way)
  return `/personal-auth-info${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Where papers are handed in, with the errand that waits. */
export const reviewPath = (search: string): string => pathWith(search, 'review')

/** Where machines check, with the errand that waits. */
export const factorPath = (search: string): string => pathWith(search, null)

/** Where who is authenticated takes another name or number. */
export const changePath = (search: string): string => pathWith(search, 'change')
