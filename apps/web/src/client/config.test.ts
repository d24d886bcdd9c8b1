import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('takes the texts it knows', () => {
  expect(readConfig({ apiBaseUrl: 'https://api.example', supportPhone: '400', other: 'x' })).toEqual({
    apiBaseUrl: 'https://api.example',
    consoleUrl: '',
    companion: '',
    staticUrl: '',
    extension: '',
    supportPhone: '400',
    brand: '墨契',
  })
})

it.each([undefined, null, 'x', { brand: '', supportPhone: 4, toString: 'x' }])('falls back for %j', (given) => {
  expect(readConfig(given)).toEqual({
    apiBaseUrl: '',
    consoleUrl: '',
    companion: '',
    staticUrl: '',
    extension: '',
    supportPhone: '',
    brand: '墨契',
  })
})
