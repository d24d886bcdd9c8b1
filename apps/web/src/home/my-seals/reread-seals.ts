import { queryClient } from '../../client/query-client.ts'

/** Reads anew what shows the person's seals, here and where one signs. */
export async function rereadSeals(): Promise<void> {
  await Promise.all([['seals'], ['user-seals']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
