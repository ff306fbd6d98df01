// React's development build measures every render and element for the performance panel of developer tools, which takes
// a twentieth of the CPU time of these tests and shows nothing in them. It looks for these functions when it loads.
Object.assign(console, { createTask: undefined, timeStamp: undefined });
