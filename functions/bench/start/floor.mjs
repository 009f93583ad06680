// The floor of a cold start: what no function of ours can do without, and nothing of ours.
import "firebase-admin/app";
import "firebase-admin/firestore";
import "firebase-functions/v2/https";
