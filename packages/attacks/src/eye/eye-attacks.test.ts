import { afterAll, expect, test } from 'vitest'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { scene } from '@moqi/trust/testing/authority-scene'
import { judgeEyeAttacks } from '../judge-attacks.ts'
import { eyeClasses } from './eye-classes.ts'
import { eyeStage } from './eye-stage.ts'
import { manyLooks } from './many-looks.ts'

// All variants, and the class that takes long: npm run attacks.
const renderer = await openPageImages()
afterAll(() => renderer.close())
const stage = await eyeStage(await scene())

test.each(eyeClasses.filter((one) => one !== manyLooks))('$name is found, its twin is not', async (attackClass) => {
  const [first] = await judgeEyeAttacks(attackClass, stage, renderer, 1)
  expect(first?.complaints).toEqual([])
})
