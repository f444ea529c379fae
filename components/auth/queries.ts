import { defineQuery } from 'groq'
import { seoFields } from '@/lib/content/reading/fragments'

/** GROQ fields of all account pages. */
const sharedFields = `
  _id,
  seo{${seoFields}}
` as const

/** The strings of `/sign-in`. */
export const signInPageQuery = defineQuery(`*[_type == "signInPage" && _id == $id][0]{
  ${sharedFields},
  heading, lead, submit, forgotLink, mailButton, signUpText, signUpLink, sentHeading, sentText,
  codeSubmit, signedInText, accountLink
}`)

/** The strings of `/sign-up`. */
export const signUpPageQuery = defineQuery(`*[_type == "signUpPage" && _id == $id][0]{
  ${sharedFields},
  heading, lead, submit, signInText, signInLink, sentHeading, sentText, codeSubmit, signedInText,
  accountLink
}`)

/** The strings of `/forgot-password`. */
export const forgotPasswordPageQuery = defineQuery(`*[_type == "forgotPasswordPage" && _id == $id][0]{
  ${sharedFields},
  heading, lead, submit, signInText, signInLink, sentHeading, sentText, codeSubmit
}`)

/** The strings of `/reset-password`. */
export const resetPasswordPageQuery = defineQuery(`*[_type == "resetPasswordPage" && _id == $id][0]{
  ${sharedFields},
  heading, visitorHeading, lead, submit, doneHeading, doneText, continueLink, missingText, missingLink
}`)

/** The strings of `/auth/confirm`. */
export const confirmPageQuery = defineQuery(`*[_type == "confirmPage" && _id == $id][0]{
  ${sharedFields},
  heading, lead, submit, signInNote, confirmedHeading, signedInHeading, changedHeading, signedInText,
  continueLink, halfHeading, halfText, incompleteHeading, incompleteText, expiredHeading, expiredText,
  expiredChangeText, expiredInviteText, expiredSubmit, sentHeading, sentText, accountLink,
  forgotLink
}`)

/** The strings of `/account`. */
export const accountPageQuery = defineQuery(`*[_type == "accountPage" && _id == $id][0]{
  ${sharedFields},
  heading, lead, signedOutHeading, signedOutText, signInLink, signedInText, retry,
  receiptsHeading, receiptsText, receiptsShow, receiptItem, receiptsNone, emailHeading, emailText,
  newEmailLabel, emailSubmit, emailSentText, passwordHeading, passwordSubmit, passwordCodeText,
  passwordDone, factorHeading, factorOffText, factorOnText, factorStart, factorScanText,
  factorPicture, factorOpen, factorKey, factorSubmit, factorCancel, factorAdded, factorItem, factorAnother,
  factorRemove, factorRemoved, factorRemoveOne, factorRemovedOne,
  sessionsHeading, sessionsText, signOutHere, signOutEverywhere, deleteHeading, deleteText,
  deleteStart, deleteConfirmText, deleteMailButton, deleteCodeText, deleteSubmit, deleteCancel,
  deletedHeading, deletedText, homeLink
}`)
