import { type Fact } from './facts.ts'
import { compareActions } from './compare-actions.ts'
import { compareAppearances } from './compare-appearances.ts'
import { compareCatalog } from './compare-catalog.ts'
import { compareFields } from './compare-fields.ts'
import { compareLayers } from './compare-layers.ts'
import { findUnused } from './find-unused.ts'
import { compareForm } from './compare-form.ts'
import { comparePages } from './compare-pages.ts'
import { compareShared } from './compare-shared.ts'
import { compareTrailer } from './compare-trailer.ts'
import { RevisionPair, type Side } from './revision-pair.ts'

/** Every change between two adjacent revisions, once each (D1 to D36). */
export function compareRevisions(older: Side, newer: Side): Fact[] {
  const pair = new RevisionPair(older, newer)
  compareTrailer(pair)
  compareCatalog(pair)
  comparePages(pair)
  compareForm(pair)
  compareFields(pair)
  compareShared(pair)
  compareActions(pair)
  compareLayers(pair)
  findUnused(pair)
  compareAppearances(pair)
  return pair.facts
}
