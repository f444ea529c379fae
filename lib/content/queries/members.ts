import { defineQuery } from 'groq'
import { seoFields } from './seo'

/** The words that all pages of members share. */
const shared = `"messages": *[_id == "messages"][0]{_id, account}`

/** Everything that `/sign-in` says. */
export const signInPageQuery = defineQuery(`*[_id == "signInPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, forgotLink, mailButton, signUpText, signUpLink, sentHeading, sentText,
  codeSubmit, signedInText, accountLink,
  ${shared}
}`)

/** Everything that `/sign-up` says. */
export const signUpPageQuery = defineQuery(`*[_id == "signUpPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, signInText, signInLink, sentHeading, sentText, codeSubmit, signedInText,
  accountLink,
  ${shared}
}`)

/** Everything that `/forgot-password` says. */
export const forgotPasswordPageQuery = defineQuery(`*[_id == "forgotPasswordPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, signInText, signInLink, sentHeading, sentText, codeSubmit,
  ${shared}
}`)

/** Everything that `/reset-password` says. */
export const resetPasswordPageQuery = defineQuery(`*[_id == "resetPasswordPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, doneHeading, doneText, continueLink, missingText, missingLink,
  ${shared}
}`)

/** Everything that `/auth/confirm` says. */
export const confirmPageQuery = defineQuery(`*[_id == "confirmPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, signInNote, confirmedHeading, signedInHeading, changedHeading, signedInText,
  continueLink, halfHeading, halfText, incompleteText, expiredHeading, expiredText,
  expiredChangeText, expiredInviteText, expiredSubmit, sentHeading, sentText, accountLink,
  forgotLink,
  ${shared}
}`)

/** Everything that `/account` says. */
export const accountPageQuery = defineQuery(`*[_id == "accountPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, signedOutText, signInLink, signedInText, retry, emailHeading, emailText,
  newEmailLabel, emailSubmit, emailSentText, passwordHeading, passwordSubmit, passwordCodeText,
  passwordDone, factorHeading, factorOffText, factorOnText, factorStart, factorScanText,
  factorPicture, factorKey, factorSubmit, factorCancel, factorAdded, factorRemove, factorRemoved,
  sessionsHeading, sessionsText, signOutHere, signOutEverywhere, deleteHeading, deleteText,
  deleteStart, deleteConfirmText, deleteMailButton, deleteCodeText, deleteSubmit, deleteCancel,
  deletedHeading, deletedText, homeLink,
  ${shared}
}`)

/** Everything that `/claim` says. */
export const claimPageQuery = defineQuery(`*[_id == "claimPage"][0]{
  _id,
  seo{${seoFields}},
  heading, lead, submit, doneHeading, doneText, doneLink, missingText, missingSubmit, sentText, noneText,
  ${shared}
}`)
