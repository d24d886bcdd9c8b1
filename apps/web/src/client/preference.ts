import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { create } from 'zustand'
import { call } from './call.ts'
import { saveUserConfig } from './user-config.ts'

type Preference = Output<Table['getPreference']>

/** What the signed-in person has chosen in any browser; null until it was read. */
export const usePreference = create<{ chosen: Preference | null }>(() => ({ chosen: null }))

/** Reads it once a document; without an answer there are no preferences, and nothing is hindered by that. */
export async function readPreference(): Promise<Preference> {
  const chosen = await call('getPreference', {}, { quiet: true }).catch((): Preference => ({}))
  usePreference.setState({ chosen })
  rememberLanguage(chosen)
  return chosen
}

/** Keeps a choice here at once and for other browsers in the background. */
export function choose(change: Preference) {
  usePreference.setState(({ chosen }) => ({ chosen: { ...chosen, ...change } }))
  rememberLanguage(change)
  call('savePreference', change, { quiet: true }).catch(() => null)
}

/** This browser's copy, for texts that are shown before anything can be asked. */
function rememberLanguage({ language }: Preference) {
  if (language) saveUserConfig({ language: language === 'en' ? 'en' : undefined })
}

/** Keeps a choice and says so only once it is kept. Throws as `call` does. */
export async function keep(change: Preference) {
  await call('savePreference', change)
  usePreference.setState(({ chosen }) => ({ chosen: { ...chosen, ...change } }))
}

/** Rows a page in lists, unless the address says otherwise. */
export const usualPageSize = ({ chosen }: { chosen: Preference | null }) => chosen?.listPageSize ?? 10
