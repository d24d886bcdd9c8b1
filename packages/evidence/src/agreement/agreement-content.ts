/** A paragraph of an agreement: a heading, words, or a hash in hexadecimal, which is set in groups. */
export interface AgreementParagraph {
  kind: 'heading' | 'text' | 'hash'
  text: string
}

/** Where a side signs: what is written there on paper, and how much room each of its places takes, in mm. */
export interface AgreementSide {
  /** Stands above its places. */
  label: string
  places: { width: number; height: number }[]
  /** The place of the day of signing, under the others. */
  date: { width: number; height: number }
}

/** An agreement to be typeset: all words are the caller's. */
export interface AgreementContent {
  title: string
  /** Stands at the foot of every page. */
  running: string
  paragraphs: AgreementParagraph[]
  sides: AgreementSide[]
}

/** A place on a page (counted from 1), in mm from its top left. */
export interface PlacedBox {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** An agreement on pages, and the places of its sides in their order: as asked for, then the date. */
export interface TypesetAgreement {
  pdf: Buffer
  sides: { places: PlacedBox[]; date: PlacedBox }[]
}
