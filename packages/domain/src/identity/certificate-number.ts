/** What every identity paper's number is told that is not one, but for the 身份证's own form. */
export const wrongCertificateNumber = '证件号格式不正确'
