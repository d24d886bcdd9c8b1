import { Budget, defaultLimits, type Limits } from '@moqi/pdf/limits'
import { structuralObstacles } from '../obstacles.ts'
import { readDocument } from '../structure/read-document.ts'

/** Why nobody should sign these unsigned bytes. */
export const obstaclesOf = (bytes: Buffer, limits: Limits = defaultLimits) =>
  structuralObstacles(readDocument(bytes, new Budget(limits)))
