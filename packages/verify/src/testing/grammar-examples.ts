import { catalogExamples } from './catalog-examples.ts'
import { formExamples } from './form-examples.ts'
import type { Example } from './grammar-example.ts'
import { pageExamples } from './page-examples.ts'
import { structureExamples } from './structure-examples.ts'

/** One change for each rule of the grammar. */
export const examples: readonly Example[] = [...catalogExamples, ...pageExamples, ...formExamples, ...structureExamples]
