import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { create } from 'zustand'
import { call } from './call.ts'
import { spokenHere } from './language.ts'

type Preference = Output<Table['getPreference']>

/** What the signed-in person has chosen in any browser; null until it was read. */
export const usePreference = create<{ chosen: Preference | null }>(() => ({ chosen: null }))

/** Reads it once a document; without an answer there are no preferences, and nothing is hindered by that. */
export async function readPreference(): Promise<Preference> {
  const chosen = await call('getPreference', {}, { quiet: true }).catch((): Preference => ({}))
  usePreference.setState({ chosen })
  const { language = spokenHere() } = chosen
  if (language !== spokenHere())
    void import('./speak.ts').then(
      ({ speak }) => speak(language),
      () => null,
    )
  return chosen
}

/** Keeps a choice here at once and for other browsers in the background. */
export function choose(change: Preference) {
  usePreference.setState(({ chosen }) => ({ chosen: { ...chosen, ...change } }))
  call('savePreference', change, { quiet: true }).catch(() => null)
}

/** Keeps a choice and says so only once it is kept. Throws as `call` does. */
export async function keep(change: Preference) {
  await call('savePreference', change)
  usePreference.setState(({ chosen }) => ({ chosen: { ...chosen, ...change } }))
}

/** Rows a page in lists, unless the address says otherwise. */
export const usualPageSize = ({ chosen }: { chosen: Preference | null }) => chosen?.listPageSize ?? 10
