import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { discPng } from '../testing/signing-scene.ts'
import { encodePng, PngRefusal } from '@moqi/pdf/images/png'
import { packSealImage, sealImage, unpackSealImage, UnusableImage } from './seal-image.ts'

test('what is no PNG, or no plain one, is refused', () => {
  expect(() => sealImage(Buffer.from('GIF89a'))).toThrow(PngRefusal)
  expect(() => sealImage(discPng(40).subarray(0, 60))).toThrow(PngRefusal)
})

test('colour and alpha are kept apart, and what is transparent is black', () => {
  const data = Buffer.from([9, 9, 9, 0, 1, 2, 3, 128])
  const image = sealImage(encodePng({ width: 2, height: 1, channels: 4, data }))
  expect([...inflateSync(image.colour)]).toEqual([0, 0, 0, 1, 2, 3])
  expect([...inflateSync(image.alpha)]).toEqual([0, 128])
})

test('a picture of one ink is that ink everywhere, and its opacity keeps sixteen steps', () => {
  const data = Buffer.from([0, 0, 0, 0, 230, 0, 19, 255, 231, 0, 18, 140, 255, 0, 0, 4])
  const image = sealImage(encodePng({ width: 4, height: 1, channels: 4, data }))
  expect([...inflateSync(image.colour)]).toEqual([230, 0, 19, 230, 0, 19, 230, 0, 19, 230, 0, 19])
  expect([...inflateSync(image.alpha)]).toEqual([0, 255, 136, 0])
})

test('a second colour, however little of it, is kept as it is', () => {
  const data = Buffer.from([230, 0, 19, 255, 230, 20, 19, 255, 0, 0, 0, 0])
  const image = sealImage(encodePng({ width: 3, height: 1, channels: 4, data }))
  expect([...inflateSync(image.colour)]).toEqual([230, 0, 19, 230, 20, 19, 0, 0, 0])
  expect([...inflateSync(image.alpha)]).toEqual([255, 255, 0])
})

test('an image packed into one blob comes back the same', () => {
  const image = sealImage(discPng(40))
  const unpacked = unpackSealImage(packSealImage(image))
  expect(unpacked).toEqual(image)
})

test('a blob of another kind or cut off is refused', () => {
  const blob = packSealImage(sealImage(discPng(40)))
  expect(() => unpackSealImage(blob.subarray(0, 60))).toThrow(UnusableImage)
  expect(() => unpackSealImage(Buffer.concat([Buffer.from('PNG!'), blob.subarray(4)]))).toThrow(UnusableImage)
  expect(() => unpackSealImage(Buffer.alloc(3))).toThrow(UnusableImage)
})
