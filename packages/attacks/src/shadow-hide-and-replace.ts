import { readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { edited, type EntryRow, type RevisionShape, streamBody } from './append-revision.ts'
import { type Attack, type AttackClass, increment } from './attack.ts'
import { prepared, type Victim } from './victims.ts'

const { content, overlay, resources, priceAppearance, dormantContent, dormantPage, dormantPages, dormantCatalog } =
  prepared

/** Where a dormant object lies, in bytes, or inside which object stream. */
function whereIs(bytes: Buffer, number: number, as: number): EntryRow {
  const entry = readForTests(bytes).views.at(-1)?.table.get(number)?.entry
  if (entry?.type === 'plain') return [as, 1, entry.offset, 0]
  if (entry?.type === 'packed') return [as, 2, entry.container, entry.index]
  throw new Error(`object ${number} is nowhere`)
}

/** Nothing but entries: objects that lay asleep inside the signed bytes come to life. */
function activated(victim: Victim): Attack[] {
  const { bytes, catalog, pages, page } = victim
  const [first = 0, second = 0] = page
  const wakes = (as: number, number: number): RevisionShape => ({ entries: [whereIs(bytes, number, as)] })
  const inside = bytes.indexOf('BT /F1 18 Tf 60 700 Td (Amount 90000)')
  const shapes: [string, RevisionShape][] = [
    ['content', wakes(content, dormantContent)],
    ['content of the second page', wakes(8, dormantContent)],
    ['first page', wakes(first, dormantPage)],
    ['second page by the first', wakes(second, first)],
    ['page tree', wakes(pages, dormantPages)],
    ['catalog', wakes(catalog, dormantCatalog)],
    ['overlay by another form', wakes(overlay, priceAppearance)],
    ['overlay freed', { entries: [[overlay, 0, 0, 1]] }],
    ['resources freed', { entries: [[resources, 0, 0, 1]] }],
    ['content freed', { entries: [[content, 0, 0, 1]] }],
    ['content by bytes inside a stream', { entries: [[content, 1, inside, 0]] }],
    ['content by offset 0', { entries: [[content, 1, 0, 0]] }],
    ['content beyond the end', { entries: [[content, 1, bytes.length * 2, 0]] }],
    ['content with another generation', { entries: [[content, 1, whereIs(bytes, dormantContent, content)[2], 7]] }],
    ['content as it was before freezing', { root: dormantCatalog }],
    ['signature by another', wakes(victim.value('moqi-0003'), victim.value('moqi-0002'))],
    ['seal by another', wakes(victim.field('moqi-0003'), victim.field('moqi-0002'))],
  ]
  const alone = shapes.map(([name, shape]) => increment(victim, `only entries: ${name}`, [], shape))
  const forms = (['table', 'stream', 'hybrid'] as const).flatMap((form) => {
    const entry = whereIs(bytes, dormantContent, content)
    if (form === 'table' && entry[1] === 2) return []
    return [increment(victim, `only entries, as ${form}`, [], { form, entries: [entry] })]
  })
  return [...alone, ...forms]
}

/** Objects that lead to dormant ones, and chains that leave revisions out. */
function led(victim: Victim): Attack[] {
  const { bytes, catalog, pages, page } = victim
  const [first = 0, second = 0] = page
  const sections = readForTests(bytes).revisions.map(({ sections: list }) => list.at(-1)?.start ?? 0)
  const skipping = (index: number) => (source: string) => source.replace(/\/Prev \d+/, `/Prev ${sections[index]}`)
  const note = { number: victim.free, body: streamBody('') }
  return [
    increment(victim, 'catalog leads to the other page tree', [
      edited(bytes, catalog, /\/Pages \d+ 0 R/, `/Pages ${dormantPages} 0 R`),
    ]),
    increment(victim, 'page tree leads to the other page', [
      edited(bytes, pages, `${first} 0 R`, `${dormantPage} 0 R`),
    ]),
    increment(victim, 'page leads to the other content', [
      edited(bytes, second, '/Contents 8 0 R', `/Contents ${dormantContent} 0 R`),
    ]),
    increment(victim, 'catalog copied from the other', [{ number: catalog, body: sourceOf(bytes, dormantCatalog) }]),
    increment(victim, 'trailer names the other catalog', [note], { root: dormantCatalog }),
    ...[0, 1, 2, 3].map((index) =>
      increment(victim, `chain leaves out what follows revision ${index + 1}`, [note], { mangle: skipping(index) }),
    ),
    increment(victim, 'chain begins anew', [note], {
      mangle: (source) => source.replace(/\/Prev \d+/, ''),
      root: dormantCatalog,
    }),
  ]
}

/** Shadow hide-and-replace: a second document sleeps inside the signed bytes and wakes later. */
export const shadowHideAndReplace: AttackClass = {
  name: 'shadow hide-and-replace',
  families: ['changed', 'permission', 'structure', 'malformed', 'coverage'],
  needsPreparation: true,
  attacks: (victim) => [...activated(victim), ...led(victim)],
}
