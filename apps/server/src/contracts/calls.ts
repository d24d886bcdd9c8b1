import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { recallTask, rejectTask } from './close-contract.ts'
import { contractPosition } from './contract-position.ts'
import { correctPhone } from './correct-phone.ts'
import { delayTask } from './delay-task.ts'
import { deleteTask } from './delete-draft.ts'
import { downloadFinishedPdf, getResultFileType } from './download-finished.ts'
import { downloadArchive, downloadFinishedTasksAfter } from './download-later.ts'
import { downloadFinishedTasks } from './download-several.ts'
import { exportTaskExcel } from './export-contracts.ts'
import { getDraftInfo } from './get-draft-info.ts'
import { getSignDetailInfo } from './get-sign-detail.ts'
import { leaveMail } from './leave-mail.ts'
import { listAllSpacesTasks } from './list-all-spaces.ts'
import { getStatusTotal, listTasks, recentTasks } from './list-contracts.ts'
import { getTicketInfo, openTicket } from './open-ticket.ts'
import { hideTask, removeTask, restoreTask } from './recycle-bin.ts'
import { relaunchTask } from './relaunch-task.ts'
import { saveDraft } from './save-draft.ts'
import { saveLocation } from './save-location.ts'
import { listColleagues, transferTask } from './transfer-task.ts'
import { urgeTask } from './urge-task.ts'

/** The calls of this folder with the functions that answer them. */
export const contractCalls = {
  contractPosition,
  correctPhone,
  delayTask,
  deleteTask,
  downloadArchive,
  downloadFinishedPdf,
  downloadFinishedTasks,
  downloadFinishedTasksAfter,
  exportTaskExcel,
  getDraftInfo,
  getResultFileType,
  getSignDetailInfo,
  getStatusTotal,
  getTicketInfo,
  hideTask,
  leaveMail,
  listAllSpacesTasks,
  listColleagues,
  listTasks,
  openTicket,
  recallTask,
  recentTasks,
  rejectTask,
  relaunchTask,
  removeTask,
  restoreTask,
  saveDraft,
  saveLocation,
  transferTask,
  urgeTask,
} satisfies Partial<Handlers<Table>>
