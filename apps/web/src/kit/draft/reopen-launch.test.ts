import type { Position } from '@moqi/api/shapes'
import { beforeEach, expect, test } from 'vitest'
import { newDraft, type LaunchDraft, type Self } from './draft.ts'
import type { KeptLaunch } from './kept-launch.ts'
import { isUnsaved, resetLaunch, useLaunch } from './launch-store.ts'
import { reopenLaunch } from './reopen-launch.ts'

const self: Self = { kind: 'company', signerName: '林晚舟', phone: '13805716208', companyName: '拾光科技' }
const file = { fileId: 'f1', fileName: '合同.pdf', pageCount: 1, fileSize: 10, sha256: '', fileUrl: '/f1' }
const saved: LaunchDraft = {
  ...newDraft(self, Date.UTC(2026, 2, 12, 4)),
  signId: 's1',
  version: 3,
  taskName: '采购协议',
  taskNo: 'HT1',
  files: [{ ...file, pageArray: [{ width: 210, height: 297 }] }],
}
const place: Position = {
  positionId: 'p1',
  fileId: 'f1',
  page: 1,
  x: 20,
  y: 30,
  width: 42,
  height: 42,
  positionType: 'companySeal',
  signerNo: 1,
  required: 1,
  sealId: null,
  value: null,
  format: null,
}
const onServer = { draft: saved, places: [] }
const typed: LaunchDraft = { ...saved, remark: '请尽快签署' }
const kept: KeptLaunch = { draft: typed, places: [], placed: false, onServer, sending: null, sendingKey: null }

beforeEach(resetLaunch)
const now = () => {
  const state = useLaunch.getState()
  return { draft: state.draft, places: state.places.present, unsaved: isUnsaved(state) }
}

test('what the page had saved while it was left is no longer unsaved, and has the server’s version', () => {
  reopenLaunch({ ...kept, sending: { draft: typed, places: [] } }, { draft: { ...typed, version: 4 }, places: [] })
  expect(now()).toEqual({ draft: { ...typed, version: 4 }, places: [], unsaved: false })
})

test('what was typed while that save was under way goes on from the version it made', () => {
  const later = { ...typed, taskName: '采购框架协议' }
  const answer = { draft: { ...typed, version: 4 }, places: [] }
  reopenLaunch({ ...kept, draft: later, sending: { draft: typed, places: [] } }, answer)
  expect(now()).toEqual({ draft: { ...later, version: 4 }, places: [], unsaved: true })
})

test('a draft nobody saved since goes on unsaved', () => {
  reopenLaunch(kept, onServer)
  expect(now()).toEqual({ draft: typed, places: [], unsaved: true })
})

test('a version with somebody else’s words stays newer than what is kept, so that saving is refused', () => {
  const theirs = { ...saved, version: 4, taskName: '另一页写的主题' }
  reopenLaunch({ ...kept, sending: { draft: typed, places: [] } }, { draft: theirs, places: [] })
  expect(now()).toEqual({ draft: typed, places: [], unsaved: true })
})

test('places that wait to be saved are kept, and those that had been saved are not saved again', () => {
  const placed = { ...kept, draft: saved, places: [place], placed: true }
  reopenLaunch(placed, onServer)
  expect(now()).toMatchObject({ places: [place], unsaved: true })
  reopenLaunch(
    { ...placed, sending: { draft: saved, places: [place] } },
    { draft: { ...saved, version: 4 }, places: [place] },
  )
  expect(now()).toEqual({ draft: { ...saved, version: 4 }, places: [place], unsaved: false })
})

test('places that somebody else moved meanwhile are a conflict', () => {
  const moved = { ...place, x: 90 }
  reopenLaunch(
    { ...kept, draft: saved, places: [place], placed: true },
    { draft: { ...saved, version: 4 }, places: [moved] },
  )
  expect(now()).toEqual({ draft: saved, places: [place], unsaved: true })
})

test('the automatic number of the first save is no difference', () => {
  const unnumbered = { ...saved, taskNo: '' }
  const answer = { draft: { ...saved, version: 1 }, places: [] }
  reopenLaunch({ ...kept, draft: unnumbered, onServer: null, sending: { draft: unnumbered, places: [] } }, answer)
  expect(now()).toEqual({ ...answer, unsaved: false })
})

test('a first save that nobody answered is repeated under its key, so that no second draft comes of it', () => {
  const fresh = { ...typed, signId: null, version: 0 }
  const sending = { draft: fresh, places: [] }
  reopenLaunch({ ...kept, draft: { ...fresh, remark: '再写' }, onServer: null, sending, sendingKey: 'k1' }, null)
  const { lostFields } = useLaunch.getState()
  expect([lostFields?.key, lostFields?.input.remark, now().draft?.remark]).toEqual(['k1', '请尽快签署', '再写'])
})
