import { z } from 'zod'
import { defineCalls } from './call.ts'
import { flag } from './shapes.ts'

/** In parts of the page's width and height from its top left. */
const Area = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })

/** Where something stands in one of the files, or where it is missing; pages from 1. */
const Place = z.object({
  page: z.int(),
  areaArray: z.array(z.object({ page: z.int(), area: Area })),
  /** At most 400 characters; empty where it is missing, and of pictures. */
  text: z.string(),
  /** What stands before and after it, some characters of it. */
  lead: z.string(),
  trail: z.string(),
})

/** Millimetres as displayed. */
const Sheet = z.object({ width: z.number(), height: z.number() })

/** How two PDFs differ (docs/comparison.md). */
const Comparison = z.object({
  /** Whether nothing differs. */
  same: flag,
  beforePageArray: z.array(Sheet),
  afterPageArray: z.array(Sheet),
  /** Pages that stand for one another; null where there is none. */
  pairArray: z.array(z.object({ before: z.int().nullable(), after: z.int().nullable() })),
  /** In reading order of the file after. */
  differenceArray: z.array(
    z.object({
      kind: z.enum(['text', 'page-added', 'page-removed', 'page-moved', 'picture']),
      before: Place.nullable(),
      after: Place.nullable(),
    }),
  ),
  /** What was not compared, or not by its text. */
  noteArray: z.array(
    z.object({
      kind: z.enum(['scan-before', 'scan-after', 'shifted', 'undrawn', 'coarse', 'more']),
      pageArray: z.array(z.int()),
    }),
  ),
  /** The first pages on which something differs, as data URLs; null where one cannot be drawn. */
  pictureArray: z.array(z.object({ side: z.enum(['before', 'after']), page: z.int(), image: z.string().nullable() })),
})
/** How two PDFs differ, as the wire has it. */
export type Comparison = z.infer<typeof Comparison>

/** Comparing files, whoever made them. */
export const comparison = defineCalls({
  compareFiles: {
    path: '/api/common/v1/compare/files',
    summary: '对比两个PDF（multipart：before、after；不保存）',
    access: 'open',
    kind: 'pair',
    input: z.object({}),
    output: Comparison,
    refuses: ['file/too-large', 'file/type', 'file/damaged', 'file/too-complex', 'field/invalid'],
    limit: { count: 20, seconds: 600 },
  },
})
