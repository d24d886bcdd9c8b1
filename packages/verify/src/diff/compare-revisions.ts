import { compareCatalog, compareForm, compareTrailer } from './compare-document.ts'
import { compareFields, placeOf } from './compare-fields.ts'
import { compareObjects, compareWritten } from './compare-objects.ts'
import { comparePages } from './compare-pages.ts'
import { compareStructure } from './compare-structure.ts'
import type { Fact } from './facts.ts'
import { grammar } from './grammar.ts'
import type { Side } from './revision-pair.ts'
import { RuledPair } from './ruled-pair.ts'
import { tellChange } from './tell-change.ts'

/** Every change between two adjacent revisions, once each, as the grammar has it (D1 to D36). */
export function compareRevisions(older: Side, newer: Side, rules = grammar): Fact[] {
  const pair = new RuledPair(older, newer, rules)
  compareTrailer(pair)
  compareCatalog(pair)
  comparePages(pair)
  compareForm(pair)
  compareFields(pair)
  compareStructure(pair)
  compareObjects(pair)
  compareWritten(pair)
  compareAppearances(pair)
  return pair.facts
}

/** V2, V3: what is shown by fields of which is known by now that they were filled in or signed. */
function compareAppearances(pair: RuledPair): void {
  const namesOf = (wanted: Fact['kind']) =>
    new Set(pair.facts.filter(({ kind }) => kind === wanted).map(({ field }) => field))
  const [filled, signed] = [namesOf('field-filled'), namesOf('field-signed')]
  const appearance = { pair, path: ['AP'] }
  for (const field of pair.older.model.fields.filter(({ name }) => filled.has(name))) {
    const later = pair.newField(field)
    if (later) tellChange('filled field', 'entry', { ...appearance, field }, placeOf(later))
  }
  for (const field of pair.older.model.fields.filter(({ name }) => signed.has(name))) {
    tellChange('field signed', 'entry', { ...appearance, field }, placeOf(field))
  }
}
