import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { queryClient } from '../../client/query-client.ts'
import { leaveFor } from '../../router/leave.ts'
import { choose } from '../../ui/ask-store.ts'
import { success, warn } from '../../ui/toast-store.ts'
import type { LaunchDraft } from './draft.ts'
import { draftFromWire, draftToWire, placesKept } from './draft-wire.ts'
import { isUnsaved, type Launch, resetLaunch, useLaunch } from './launch-store.ts'
import { isOwnSave } from './reopen-launch.ts'

/** Under which query a draft is kept. */
export const draftKey = (signId: string) => ['draft', signId] as const

/**
 * Somebody (or another tab) saved a newer version: nothing is overwritten and nothing typed is lost. The newer one is
 * read on request, else what stands here becomes a draft of its own; a person who closes the question keeps typing.
 */
async function offerNewer(message: string, signId: string) {
  const text = '刷新会丢弃本页未保存的内容；另存为新草稿则两份都保留。'
  const answer = await choose({
    title: '草稿有新版本',
    text: message,
    detail: text,
    confirm: '另存为新草稿',
    cancel: '刷新',
    confirmFirst: true,
  })
  if (answer === 'dismissed') return
  if (answer === 'confirmed') {
    return copyDraft().catch((error: unknown) =>
      warn(error instanceof CallRefusal ? error.message : '网络异常，草稿未保存'),
    )
  }
  await queryClient.resetQueries({ queryKey: draftKey(signId) })
  resetLaunch()
}

/**
 * What is typed and placed here becomes a new draft, and the page goes on with it: the old one stays as the other page
 * left it. Throws as `call` does; then nothing has changed here.
 */
async function copyDraft() {
  const { draft, places } = useLaunch.getState()
  if (!draft) return
  const copy = { ...draft, signId: null, version: 0, taskNo: '' }
  const { signId, version } = await call('saveDraft', draftToWire(copy), { quiet: true })
  const positionArray = placesKept(copy, places.present)
  if (positionArray.length > 0) await call('saveLocation', { signId, version, positionArray }, { quiet: true })
  resetLaunch()
  success('已另存为新草稿')
  leaveFor(`/temp-create?signId=${encodeURIComponent(signId)}`)
}

/** Saves fields under a key that is kept until there is an answer, and learns the draft's name and version. */
async function sendFields({ key, input }: NonNullable<Launch['lostFields']>) {
  useLaunch.setState({ lostFields: { key, input } })
  const { signId, version } = await call('saveDraft', input, { quiet: true, key }).catch((error: unknown) => {
    if (error instanceof CallRefusal) useLaunch.setState({ lostFields: null })
    throw error
  })
  useLaunch.setState(({ draft, onServer, sending }) => ({
    draft: draft && { ...draft, signId, version },
    lostFields: null,
    onServer: sending && { draft: sending.draft, places: onServer?.places ?? [] },
  }))
  return signId
}

async function saveFields() {
  const { lostFields } = useLaunch.getState()
  // Else the version it made would look like somebody else's.
  if (lostFields) await sendFields(lostFields)
  const { draft, edits } = useLaunch.getState()
  if (!draft) return
  const signId = await sendFields({ key: randomKey(), input: draftToWire(draft) })
  useLaunch.setState({ savedEdits: edits })
  if (draft.signId === null && draft.taskNo.trim() === '') await learnNumber(signId)
}

/** The first save gave the contract its automatic number; not knowing it hinders nothing. */
async function learnNumber(signId: string) {
  const info = await call('getDraftInfo', { signId }, { quiet: true }).catch(() => null)
  useLaunch.setState(({ draft }) => ({
    draft: draft && info && draft.taskNo === '' ? { ...draft, taskNo: info.taskNo } : draft,
  }))
}

/** The same for places. */
async function sendPlaces({ key, input }: NonNullable<Launch['lostPlaces']>) {
  useLaunch.setState({ lostPlaces: { key, input } })
  const { version } = await call('saveLocation', input, { quiet: true, key }).catch((error: unknown) => {
    if (error instanceof CallRefusal) useLaunch.setState({ lostPlaces: null })
    throw error
  })
  useLaunch.setState(({ draft, onServer, sending }) => ({
    draft: draft && { ...draft, version },
    lostPlaces: null,
    onServer: sending && onServer && { draft: onServer.draft, places: sending.places },
  }))
}

async function savePlaces() {
  const { draft, places, placings } = useLaunch.getState()
  if (!draft?.signId) return
  const positionArray = placesKept(draft, places.present)
  const { signId, version } = draft
  await sendPlaces({ key: randomKey(), input: { signId, version, positionArray } })
  useLaunch.setState({ savedPlacings: placings })
}

async function sayWhyNot(error: unknown, signId: string | null, announce: boolean) {
  const message = error instanceof CallRefusal ? error.message : '网络异常，请检查网络后重试'
  const stale = isStale(error)
  useLaunch.setState({ saving: { is: 'failed', message, stale } })
  if (stale && signId !== null) await offerNewer(message, signId)
  else if (announce) warn(message)
}

/**
 * A save that was under way when the page was refreshed may arrive after the page has read the draft anew: what makes
 * it stale then is this tab itself. Takes over that version; answers whether it was so.
 */
async function catchUp(signId: string): Promise<boolean> {
  const { left, onServer } = useLaunch.getState()
  if (left.length === 0) return false
  const info = await call('getDraftInfo', { signId }, { quiet: true }).catch(() => null)
  // Whose side is the own one is no part of what is compared.
  const server = info && { draft: draftFromWire(info, nobody), places: info.positionArray }
  if (!server || !isOwnSave(onServer ? [...left, onServer] : left, server)) return false
  useLaunch.setState(({ draft }) => ({ draft: draft && { ...draft, version: server.draft.version } }))
  return true
}

const nobody = { kind: 'person', signerName: '', phone: '', companyName: '' } as const

const isStale = (error: unknown) => error instanceof CallRefusal && error.reason === 'contract/stale-draft'

const pending = ({ draft, edits, savedEdits, placings, savedPlacings }: Launch) => ({
  fields: edits !== savedEdits || draft?.signId === null,
  places: placings !== savedPlacings,
})

async function saveAll(draft: LaunchDraft) {
  const state = useLaunch.getState()
  const { places, lostPlaces } = state
  const { fields, places: placed } = pending(state)
  useLaunch.setState({ saving: { is: 'running' }, sending: { draft, places: placesKept(draft, places.present) } })
  if (lostPlaces) await sendPlaces(lostPlaces)
  if (fields) await saveFields()
  // Saved fields make a complete contract a draft again; its places, saved after them, complete it (checklist C60).
  if (placed || places.present.length > 0) await savePlaces()
  useLaunch.setState({ saving: { is: 'idle' }, sending: null, savedAt: Date.now() })
}

async function saveOnce(announce: boolean, again = false): Promise<boolean> {
  const state = useLaunch.getState()
  const { draft } = state
  if (!draft) return false
  const { fields, places } = pending(state)
  if (!fields && !places) return true
  try {
    await saveAll(draft)
    return true
  } catch (error) {
    if (!again && isStale(error) && draft.signId !== null && (await catchUp(draft.signId)))
      return saveOnce(announce, true)
    await sayWhyNot(error, draft.signId, announce)
    return false
  }
}

let last: Promise<boolean> = Promise.resolve(true)

/**
 * Saves what is pending, one save after another, so that versions never race. Answers whether all is saved. A refusal
 * is shown as a warning, only in the head when `announce` is false (autosave).
 */
export function saveLaunch({ announce = true } = {}): Promise<boolean> {
  last = last.then(() => saveOnce(announce))
  return last
}

/** Saves quietly if there is something to save. */
export function autosave() {
  const state = useLaunch.getState()
  const halted = state.saving.is === 'failed' && state.saving.stale
  if (state.draft && isUnsaved(state) && !halted) void saveLaunch({ announce: false })
}
