import { describe, expect, test } from 'vitest'
import {
  newDraft,
  nothingAsked,
  moved,
  partyName,
  withOwnSide,
  withParty,
  type LaunchDraft,
  type Self,
} from './draft.ts'
import { draftForRules, draftFromWire, draftToWire, placesKept, type DraftInfo } from './draft-wire.ts'

const self: Self = { kind: 'company', signerName: '林晚舟', phone: '13805716208', companyName: '拾光科技' }
const now = Date.UTC(2026, 2, 12, 4)
const file = {
  fileId: 'f1',
  fileName: '合同.pdf',
  pageCount: 2,
  fileSize: 10,
  sha256: '',
  fileUrl: '/f1',
  pageArray: [
    { width: 210, height: 297 },
    { width: 210, height: 297 },
  ],
}
const draft: LaunchDraft = {
  ...newDraft(self, now),
  signId: 's1',
  version: 3,
  taskName: ' 采购协议 ',
  files: [file],
  parties: [
    { ...self, ...nothingAsked, signerNo: 1, own: true },
    {
      ...nothingAsked,
      signerNo: 4,
      kind: 'person',
      own: false,
      signerName: '许望舒 ',
      phone: '139 1688 2047',
      companyName: '',
    },
  ],
}
const signer = {
  signerStatus: 'waiting',
  signTime: null,
  readTime: null,
  willAuthType: 'sms',
  sealType: null,
  companyId: null,
  privateMessage: null,
  forcedReading: 0,
  creditCode: null,
  idNumber: null,
  signKind: 'any',
} as const
const paperDemandArray: DraftInfo['signerArray'][number]['paperDemandArray'] = [
  { name: '营业执照', note: null, required: 1 },
]
const info: DraftInfo = {
  signId: 's1',
  taskId: 't1',
  version: 7,
  status: 'draft',
  taskName: '采购协议',
  taskNo: 'HT20260312000001',
  remark: null,
  signExpireTime: now,
  contractEndTime: null,
  contractAmount: null,
  signOrderType: 'disorder',
  fileArray: [file],
  attachmentArray: [],
  saveContacts: 0,
  signerArray: [
    {
      ...signer,
      paperDemandArray,
      signerNo: 2,
      signOrder: 2,
      signType: 0,
      signerName: '许望舒',
      phone: '13916882047',
      companyName: null,
    },
    {
      ...signer,
      paperDemandArray,
      signerNo: 3,
      signOrder: 1,
      signType: 1,
      signerName: '林晚舟',
      phone: '13805716208',
      companyName: '拾光科技',
    },
  ],
  ccArray: [],
  positionArray: [],
}

describe('a new draft', () => {
  test('has the own side as first party and ends at 23:59:59 in Beijing thirty days on', () => {
    const fresh = newDraft(self, now)
    expect(fresh.parties).toEqual([{ ...self, ...nothingAsked, signerNo: 1, own: true }])
    expect(fresh.signExpireTime).toBe(Date.UTC(2026, 3, 11, 15, 59, 59))
  })

  test('is sent without ids, and asks for an automatic number', () => {
    const wire = draftToWire(newDraft(self, now))
    expect(wire).not.toHaveProperty('signId')
    expect(wire).not.toHaveProperty('version')
    expect(wire.taskNo).toBeNull()
  })
})

describe('a draft on the wire', () => {
  test('carries its version, trimmed texts and the parties in order', () => {
    expect(draftToWire(draft)).toMatchObject({
      signId: 's1',
      version: 3,
      taskName: '采购协议',
      signOrderType: 'order',
      fileIdArray: ['f1'],
      signerArray: [
        { signerNo: 1, signOrder: 1, signType: 1, companyName: '拾光科技' },
        { signerNo: 4, signOrder: 2, signType: 0, signerName: '许望舒', phone: '13916882047', companyName: null },
      ],
    })
  })

  test('gives everyone the same turn when they sign side by side', () => {
    const wire = draftToWire({ ...draft, order: 'disorder' })
    expect(wire.signerArray.map((one) => one.signOrder)).toEqual([1, 1])
  })

  test('gives parties that sign together one turn in a mixed order, and comes back so', () => {
    const [first, second] = draft.parties
    if (!first || !second) throw new Error('no parties')
    const third = { ...second, signerNo: 5, together: true }
    const wire = draftToWire({ ...draft, order: 'mixed', parties: [first, second, third] })
    expect([wire.signOrderType, ...wire.signerArray.map((one) => one.signOrder)]).toEqual(['order', 1, 2, 2])
    const [chen] = info.signerArray
    if (!chen) throw new Error('no signer')
    const back = draftFromWire({ ...info, signOrderType: 'order', signerArray: [chen, { ...chen, signerNo: 7 }] }, self)
    expect([back.order, ...back.parties.map((one) => one.together)]).toEqual(['mixed', false, true])
  })

  test('carries what is asked of each party, copies, attachments and names', () => {
    const [first] = draft.parties
    if (!first) throw new Error('no party')
    const paperDemands = [
      { key: 'a', name: ' 营业执照 ', note: ' 加盖公章 ', required: true },
      { key: 'b', name: ' ', note: '', required: true },
    ]
    const asked = {
      willKind: 'pin',
      privateMessage: ' 请核对 ',
      forcedReading: true,
      own: false,
      paperDemands,
    } as const
    const cc = {
      key: 'k',
      name: ' 陈晨 ',
      phone: '138 0000 0004',
      companyName: ' 上海嘉禾物业管理有限公司 ',
      when: 'finish',
    } as const
    const attachment = { ...file, fileId: 'a1', fileName: '附件一.pdf' }
    const wire = draftToWire({ ...draft, parties: [{ ...first, ...asked }], cc: [cc], attachments: [attachment] })
    const demanded = { name: '营业执照', note: '加盖公章', required: true }
    expect(wire).toMatchObject({
      fileNameArray: ['合同.pdf'],
      attachmentArray: [{ fileId: 'a1', fileName: '附件一.pdf' }],
      ccArray: [{ name: '陈晨', phone: '13800000004', companyName: '上海嘉禾物业管理有限公司', when: 'finish' }],
      signerArray: [
        { willAuthType: 'pin', privateMessage: '请核对', forcedReading: true, paperDemandArray: [demanded] },
      ],
    })
  })

  test('comes back in signing order and knows the own side', () => {
    const back = draftFromWire(info, self)
    expect(back).toMatchObject({ signId: 's1', version: 7, order: 'disorder', remark: '' })
    expect(back.parties.map(({ signerNo, kind, own }) => [signerNo, kind, own])).toEqual([
      [3, 'company', true],
      [2, 'person', false],
    ])
  })

  test('is judged by the domain with the same parties', () => {
    expect(draftForRules(draft, []).parties.map((one) => one.companyName)).toEqual(['拾光科技', null])
  })
})

describe('parties', () => {
  test('a new one gets a number of its own', () => {
    expect(withParty(draft.parties, 'company').at(-1)).toMatchObject({ signerNo: 2, kind: 'company', own: false })
  })

  test('the own side comes first and goes again', () => {
    const without = withOwnSide(draft.parties, self, false)
    expect(without.map((one) => one.signerNo)).toEqual([4])
    expect(withOwnSide(without, self, true).map((one) => [one.signerNo, one.own])).toEqual([
      [1, true],
      [4, false],
    ])
  })

  test('move up and down within the list only', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    const list = ['a']
    expect(moved(list, 0, -1)).toBe(list)
  })

  test('are called by company, person or side', () => {
    expect(draft.parties.map(partyName)).toEqual(['拾光科技', '许望舒 '.trim()])
    expect(withParty([], 'person').map(partyName)).toEqual(['甲方'])
  })
})

test('places go with their party, their file and their page', () => {
  const place = {
    positionId: 'p',
    fileId: 'f1',
    page: 1,
    x: 0,
    y: 0,
    width: 20,
    height: 20,
    positionType: 'personSign' as const,
    signerNo: 4,
    required: 1 as const,
    sealId: null,
    value: null,
    format: null,
  }
  const kept = placesKept(draft, [
    place,
    { ...place, signerNo: 9 },
    { ...place, fileId: 'gone' },
    { ...place, page: 3 },
  ])
  expect(kept).toEqual([place])
})
