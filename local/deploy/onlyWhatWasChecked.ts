/**
 * What firebase.json lets the Firebase CLI run before it uploads functions or page: refuses a bare
 * `firebase deploy`, which would upload the last build, even an unchecked one.
 * Environment: SENDWRIGHT_CHECKED, the project that `npm run deploy` has checked.
 */
const { GCLOUD_PROJECT: project, SENDWRIGHT_CHECKED: checked } = process.env;
if (!project || checked !== project) {
  console.error(
    `Nothing was built or checked for this deployment: npm run deploy -- --project ${project ?? "PROJECT"}`,
  );
  process.exit(1);
}
