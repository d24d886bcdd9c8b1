import { appendSignature, sourceOf } from '@moqi/pdf/testing/increment'
import { docMdp, fieldMdp } from '@moqi/form/testing/foreign-document'
import { scene } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { appendRevision, edited, extended, type Piece, streamBody } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import type { Victim } from './victims.ts'

const covering = streamBody('1 g 0 0 500 500 re f', '/Type/XObject/Subtype/Form/BBox[0 0 500 500]')

/** A new field over the page: the objects that make it, and those that list it. */
function newField(
  victim: Victim,
  entries: string,
  more: { page?: number; listed?: boolean; kids?: string } = {},
): Piece[] {
  const { bytes, page, form, free } = victim
  const number = more.page ?? page[0] ?? 0
  const annotations = sourceOf(bytes, number).includes('/Annots')
    ? edited(bytes, number, /\/Annots\s*\[/, `/Annots[${free} 0 R `)
    : extended(bytes, number, `/Annots[${free} 0 R]`)
  const fields = edited(bytes, form, /\/Fields\s*\[/, `/Fields[${free} 0 R `)
  const widget = `<</FT/Sig/T(evil-0001)/Type/Annot/Subtype/Widget/F 132/P ${number} 0 R${entries}>>`
  return [{ number: free, body: widget }, annotations, ...(more.listed === false ? [] : [fields])]
}

/** Signed by the forger with his own certificate, who copies how we sign. */
async function signing(victim: Victim, bytes: Buffer, objects: Piece[], entries = ''): Promise<Buffer> {
  const { free } = victim
  const forger = await scene()
  const key = await forger.party('签署人3')
  return appendSignature(bytes, {
    number: free + 1,
    entries: `/M(D:20261120110405+08'00')${entries}`,
    objects,
    cms: (digest) => signDigest({ key, timestamps: forger.timestamps }, digest),
  })
}

/** The same by somebody whom the platform knows: only the rules can stop him. */
async function insider(victim: Victim, bytes: Buffer, objects: Piece[], entries = ''): Promise<Buffer> {
  const key = await victim.on.party('乙方')
  return appendSignature(bytes, {
    number: victim.free + 1,
    entries: `/M(D:20261120110405+08'00')${entries}`,
    objects,
    cms: (digest) => signDigest({ key, timestamps: victim.on.timestamps }, digest),
  })
}

const overThePage = (free: number) => `/Rect[0 0 500 500]/AP<</N ${free + 2} 0 R>>/V ${free + 1} 0 R`

/** Every signed way; each once by a stranger and once by an insider. */
async function signed(victim: Victim): Promise<Attack[]> {
  const { bytes, free, catalog, field, page } = victim
  const shown = { number: free + 2, body: covering }
  const visible = [...newField(victim, overThePage(free)), shown]
  const scaled = visible.map((piece) =>
    piece.number === page[0] ? { ...piece, body: piece.body.replace(/>>$/, '/UserUnit 2>>') } : piece,
  )
  const perms = edited(bytes, catalog, /\/Perms\s*<<[^>]*>>/, `/Perms<</DocMDP ${free + 1} 0 R>>`)
  const again = edited(bytes, field('moqi-0002'), /\/V \d+ 0 R/, `/V ${free + 1} 0 R`)
  const ways: [string, Piece[], string?][] = [
    ['over the page', visible],
    ['over the last page', [...newField(victim, overThePage(free), { page: page.at(-1) ?? 0 }), shown]],
    ['certifying anew at level 3', [...visible, perms], docMdp(3)],
    ['certifying anew at level 2', visible, docMdp(2)],
    ['locking everything', visible, fieldMdp('All')],
    [
      'with a lock at level 3',
      newField(victim, `${overThePage(free)}/Lock<</Type/SigFieldLock/Action/All/P 3>>`).concat(shown),
    ],
    ['in a field that is signed already', [again]],
    ['and a seal replaced', [...visible, edited(bytes, field('moqi-0001'), /\/N \d+ 0 R/, `/N ${free + 2} 0 R`)]],
    ['and the address filled in', [...visible, edited(bytes, field('moqi-0007'), /\/V\s*<[^>]*>/, '/V(elsewhere)')]],
    ['and the page scaled', scaled],
  ]
  const attacks: Attack[] = []
  for (const [name, pieces, entries] of ways) {
    attacks.push(
      { name: `by a stranger: ${name}`, forged: await signing(victim, bytes, pieces, entries), twin: bytes },
      { name: `by an insider: ${name}`, forged: await insider(victim, bytes, pieces, entries), twin: bytes },
    )
  }
  return attacks
}

/** The empty third slot taken by somebody else, beside its honest twin: the third party's own signature. */
async function taken(victim: Victim): Promise<Attack[]> {
  const { unfinished, bytes, field, free } = victim
  const slot = edited(unfinished, field('moqi-0003'), />>$/, `/V ${free + 1} 0 R>>`)
  const amount = edited(unfinished, field('moqi-0007'), /\/V\s*<[^>]*>/, '/V(elsewhere)')
  const page = victim.page[0] ?? 0
  const rotated = {
    number: page,
    body: `${sourceOf(unfinished, page)
      .replace(/\/Rotate \d+/, '')
      .slice(0, -2)}/Rotate 180>>`,
  }
  const list: [string, Piece[]][] = [
    ['empty slot taken and the address filled in', [slot, amount]],
    ['empty slot taken and a page turned', [slot, rotated]],
    [
      'empty slot taken and made larger',
      [{ ...slot, body: slot.body.replace(/\/Rect\s*\[[^\]]*\]/, '/Rect[0 0 500 500]') }],
    ],
    ['empty slot taken and renamed', [{ ...slot, body: slot.body.replace('moqi-0003', 'moqi-0009') }]],
  ]
  const attacks: Attack[] = []
  for (const [name, pieces] of list) {
    attacks.push({ name, forged: await insider(victim, unfinished, pieces), twin: bytes })
  }
  return attacks
}

/** Fields that nobody signed, but that show something. */
function unsigned(victim: Victim): Attack[] {
  const { bytes, free } = victim
  const shown = { number: free + 2, body: covering }
  const rect = `/Rect[0 0 500 500]/AP<</N ${free + 2} 0 R>>`
  const list: [string, Piece[]][] = [
    ['visible', [...newField(victim, rect), shown]],
    ['visible, in no list', [...newField(victim, rect, { listed: false }), shown]],
    ['visible, with a signature that is none', [...newField(victim, `${rect}/V<</Type/Sig>>`), shown]],
    ['visible, with an old signature', [...newField(victim, `${rect}/V ${victim.value('moqi-0001')} 0 R`), shown]],
    [
      'named like a slot',
      [...newField(victim, rect).map((one) => ({ ...one, body: one.body.replace('evil-0001', 'moqi-0003') })), shown],
    ],
  ]
  return list.map(([name, pieces]) => ({
    name: `unsigned field: ${name}`,
    forged: appendRevision(bytes, pieces),
    twin: bytes,
  }))
}

/** SSA: a signature field as an overlay over a certified contract. */
export const sneakySignature: AttackClass = {
  name: 'SSA',
  families: ['changed', 'permission', 'malformed', 'identity'],
  needsPreparation: false,
  attacks: async (victim) => [...(await signed(victim)), ...(await taken(victim)), ...unsigned(victim)],
}
