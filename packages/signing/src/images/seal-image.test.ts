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
