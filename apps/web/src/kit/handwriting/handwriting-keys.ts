/** How what is asked of a phone is found in the query client. */
export const handwritingKeys = {
  link: ['handwriting', 'link'],
  states: ['handwriting', 'state'],
  state: (handwriteSealId: string) => ['handwriting', 'state', handwriteSealId],
} as const
