import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { ask } from '../../ui/ask-store.ts'
import { warn } from '../../ui/toast-store.ts'
import { draftToWire, placesKept } from './draft-wire.ts'
import { isUnsaved, resetLaunch, useLaunch } from './launch-store.ts'

/** Under which query a draft is kept. */
export const draftKey = (signId: string) => ['draft', signId] as const

/** Somebody (or another tab) saved a newer version: nothing is overwritten; the newer one is read on request. */
async function offerNewer(message: string, signId: string) {
  const reload = await ask({ title: '提示', text: message, confirm: '刷新', cancel: '暂不刷新' })
  if (!reload) return
  await queryClient.resetQueries({ queryKey: draftKey(signId) })
  resetLaunch()
}

async function saveFields() {
  const { draft, edits } = useLaunch.getState()
  if (!draft) return
  const { signId, version } = await call('saveDraft', draftToWire(draft), { quiet: true })
  useLaunch.setState((state) => ({
    draft: state.draft && { ...state.draft, signId, version },
    savedEdits: edits,
  }))
  if (draft.signId === null && draft.taskNo.trim() === '') await learnNumber(signId)
}

/** The first save gave the contract its automatic number; not knowing it hinders nothing. */
async function learnNumber(signId: string) {
  const info = await call('getDraftInfo', { signId }, { quiet: true }).catch(() => null)
  useLaunch.setState(({ draft }) => ({
    draft: draft && info && draft.taskNo === '' ? { ...draft, taskNo: info.taskNo } : draft,
  }))
}

async function savePlaces() {
  const { draft, places, placings } = useLaunch.getState()
  if (!draft?.signId) return
  const positionArray = placesKept(draft, places.present)
  const { signId, version } = draft
  const answer = await call('saveLocation', { signId, version, positionArray }, { quiet: true })
  useLaunch.setState((state) => ({
    draft: state.draft && { ...state.draft, version: answer.version },
    savedPlacings: placings,
  }))
}

async function sayWhyNot(error: unknown, signId: string | null, announce: boolean) {
  const message = error instanceof CallRefusal ? error.message : '网络异常，草稿未保存'
  const stale = error instanceof CallRefusal && error.reason === 'contract/stale-draft'
  useLaunch.setState({ saving: { is: 'failed', message, stale } })
  if (stale && signId !== null) await offerNewer(message, signId)
  else if (announce) warn(message)
}

async function saveOnce(announce: boolean): Promise<boolean> {
  const { draft, places, edits, savedEdits, placings, savedPlacings } = useLaunch.getState()
  if (!draft) return false
  const fieldsPending = edits !== savedEdits || draft.signId === null
  if (!fieldsPending && placings === savedPlacings) return true
  useLaunch.setState({ saving: { is: 'running' } })
  try {
    if (fieldsPending) await saveFields()
    // Saved fields make a complete contract a draft again; its places, saved after them, complete it (checklist C60).
    if (placings !== savedPlacings || places.present.length > 0) await savePlaces()
    useLaunch.setState({ saving: { is: 'idle' }, savedAt: Date.now() })
    return true
  } catch (error) {
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
