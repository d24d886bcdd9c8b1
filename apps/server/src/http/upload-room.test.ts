import { expect, test } from 'vitest'
import { uploadRoom } from './upload-room.ts'

test('one client holds a quarter at most, all together the whole, and what is given back can be taken again', () => {
  const room = uploadRoom(400)
  expect(['a', 'a', 'b', 'c', 'd', 'e'].map((client) => room.take(client, 100))).toEqual([
    true,
    false,
    true,
    true,
    true,
    false,
  ])
  room.give('a', 100)
  expect([room.take('e', 100), room.take('a', 1)]).toEqual([true, false])
})
