import type { Table } from '@moqi/api/table'

/** The calls that an integration may ask. */
export type SignedName = { [K in keyof Table]: Table[K]['scope'] extends null ? never : K }[keyof Table]

type Ways = { readonly [K in SignedName]: `${Table[K]['method']} ${Table[K]['kind']}` }

/** How each is asked, and what it answers; the call table's types say so too, and a line that differs is none. */
export const signedCalls: Ways = {
  uploadFile: 'POST upload',
  recognizeAreas: 'POST json',
  searchKeyword: 'POST json',
  saveDraft: 'POST json',
  getDraftInfo: 'POST json',
  saveLocation: 'POST json',
  sendTask: 'POST json',
  deleteTask: 'POST json',
  relaunchTask: 'POST json',
  listTemplates: 'POST json',
  getTemplate: 'POST json',
  makeFromTemplate: 'POST json',
  recallTask: 'POST json',
  urgeTask: 'POST json',
  delayTask: 'POST json',
  correctPhone: 'POST json',
  replaceParty: 'POST json',
  addParty: 'POST json',
  removeParty: 'POST json',
  copyPartyLink: 'POST json',
  resendDelivery: 'POST json',
  listTasks: 'POST json',
  getStatusTotal: 'POST json',
  getSignDetailInfo: 'POST json',
  getResultFileType: 'POST json',
  contractPosition: 'GET json',
  listPlaces: 'POST json',
  fileContent: 'GET blob',
  pageImage: 'GET blob',
  listDeliveries: 'POST json',
  getSpaceDetailInfo: 'POST json',
  downloadFinishedPdf: 'POST blob',
  downloadFinishedTasksAfter: 'POST json',
  downloadArchive: 'GET blob',
  getEvidence: 'POST json',
  downloadEvidenceReport: 'POST blob',
  downloadEvidenceBundle: 'POST blob',
  listCompanySeal: 'POST json',
  getCompanySeal: 'POST json',
  listMember: 'POST json',
  issuePass: 'POST json',
  listDepartment: 'POST json',
  verifyFile: 'POST upload',
}
