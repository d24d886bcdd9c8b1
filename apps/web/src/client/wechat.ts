/** Whether this is the web view of WeChat or WeCom, which saves no files. */
export const isWeChat = (userAgent: string): boolean => /MicroMessenger|wxwork/i.test(userAgent)
