#pragma once
/// Two ways to use the library. Headers only (target perfmodel::perfmodel): a header ends by including the definitions
/// of its functions, FILE.ipp beside FILE.hpp, as inline functions. Compiled (target perfmodel::compiled, which defines
/// PERFMODEL_COMPILED): the definitions are in a library, and programs compile in a fraction of the time. A program
/// uses one of the two throughout.

#ifdef PERFMODEL_COMPILED
#define PERFMODEL_INLINE
#else
#define PERFMODEL_INLINE inline
#endif
