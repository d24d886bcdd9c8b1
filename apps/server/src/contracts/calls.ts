import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { byVerb } from '#src/cores/contract/contract-verb.ts'
import { recallContract, rejectContract } from './close-contract.ts'
import { contractPosition } from './contract-position.ts'
import { getHandlers, listContractViewings, listHandlerDepartment, openCompanyContract } from './contract-viewings.ts'
import { correctPhone } from './correct-phone.ts'
import { addParty } from './add-party.ts'
import { removeParty } from './remove-party.ts'
import { replaceParty } from './replace-party.ts'
import { deleteDraft } from './delete-draft.ts'
import { extendContract } from './extend-contract.ts'
import { downloadFinishedPdf, getResultFileType } from './download-finished.ts'
import { downloadArchive, downloadLater } from './download-later.ts'
import { downloadSeveral } from './download-several.ts'
import { exportContracts } from './export-contracts.ts'
import { getDraftInfo } from './get-draft-info.ts'
import { getSignDetailInfo } from './get-sign-detail.ts'
import { leaveMail } from './leave-mail.ts'
import { listAllSpaces } from './list-all-spaces.ts'
import { getStatusTotal, listContracts, recentContracts } from './list-contracts.ts'
import { listPlaces } from './list-places.ts'
import { getTicketInfo, openTicket } from './open-ticket.ts'
import { hideContract, removeContract, restoreContract } from './recycle-bin.ts'
import { relaunchContract } from './relaunch-contract.ts'
import { saveDraft } from './save-draft.ts'
import { saveLocation } from './save-location.ts'
import { listColleagues, transferContract } from './transfer-contract.ts'
import { recallContracts, urgeSeveral } from './several-contracts.ts'
import { urgeParties } from './urge-parties.ts'

/** The calls of this folder with the functions that answer them. */
export const contractCalls = {
  contractPosition,
  getHandlers,
  listContractViewings,
  listHandlerDepartment,
  openCompanyContract,
  correctPhone: byVerb(correctPhone),
  addParty,
  removeParty,
  replaceParty: byVerb(replaceParty),
  delayTask: byVerb(extendContract),
  deleteTask: byVerb(deleteDraft),
  downloadArchive,
  downloadFinishedPdf,
  downloadFinishedTasks: downloadSeveral,
  downloadFinishedTasksAfter: downloadLater,
  exportTaskExcel: exportContracts,
  getDraftInfo,
  getResultFileType,
  getSignDetailInfo,
  getStatusTotal,
  getTicketInfo,
  hideTask: byVerb(hideContract),
  leaveMail: byVerb(leaveMail),
  listAllSpacesTasks: listAllSpaces,
  listColleagues,
  listPlaces,
  listTasks: listContracts,
  openTicket,
  recallTask: byVerb(recallContract),
  recallTasks: recallContracts,
  recentTasks: recentContracts,
  rejectTask: byVerb(rejectContract),
  relaunchTask: relaunchContract,
  removeTask: byVerb(removeContract),
  restoreTask: byVerb(restoreContract),
  saveDraft,
  saveLocation: byVerb(saveLocation),
  transferTask: byVerb(transferContract),
  urgeTask: byVerb(urgeParties),
  urgeTasks: urgeSeveral,
} satisfies Partial<Handlers<Table>>
