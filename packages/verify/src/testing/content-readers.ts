import type { Budget } from '@moqi/pdf/limits'
import { contentOperators } from '../appearance/content-operators.ts'
import { readGlyphPrograms } from '../appearance/glyph-programs.ts'
import { readUnicodeMap } from '../appearance/unicode-map.ts'

/** Every reader of page content and fonts that strangers wrote. */
export const contentReaders: ((bytes: Buffer, budget: Budget) => unknown)[] = [
  (bytes, budget) => [...contentOperators(bytes, budget)],
  readUnicodeMap,
  (bytes) => [0, 1, 2].map((glyph) => readGlyphPrograms(bytes)?.(glyph)),
]
