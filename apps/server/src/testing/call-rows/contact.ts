import type { contact } from '@moqi/api/contact'
import { justReads, plain, reads, type CallRows } from '../call-row.ts'
import { since, fewer, persons, contactOf } from '../repeat-effects.ts'

const phone = '13800000099'
const wang = { name: '王小明', phone }

/** Of the calls in `packages/api/src/contact.ts`. */
export const contactRows: CallRows<typeof contact> = {
  listContacts: { inputs: () => [{ contactType: 'person' }], again: reads },
  saveContact: {
    inputs: ({ contactId }) => [{ contactId, version: 1, contactType: 'person', ...wang }],
    refused: 'contact/not-found',
    again: async (stage) => ({
      who: stage.launcher,
      input: { contactType: 'person', name: '周三三', phone: '13900000823' },
      count: await since(persons(stage)),
    }),
  },
  deleteContacts: {
    inputs: ({ contactId }) => [{ contactIdArray: [contactId] }],
    refused: 'contact/not-found',
    again: async (stage) => {
      const contactIdArray = [await contactOf(stage, '13900000824')]
      return { who: stage.launcher, input: { contactIdArray }, count: await fewer(persons(stage)) }
    },
  },
  importContacts: { ...plain, again: 'is sent as a file; repeated in the tests of the import' },
  contactTemplate: justReads,
  findDoubles: { inputs: () => [{ contactType: 'person' }], again: reads },
  mergeContacts: {
    inputs: ({ contactId, doubleId }) => [
      { contactArray: [contactId, doubleId].map((id) => ({ contactId: id, version: 1 })), ...wang },
    ],
    refused: 'contact/not-found',
    again: 'deletes what it merges with versions named: again, they are stale',
  },
}
